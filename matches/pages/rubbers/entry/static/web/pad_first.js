/* Tells the form that a script runs, so that the rubber is scored on the pad and not on forms. */

for (const field of document.querySelectorAll("input[name=pad]")) field.value = "1";
