// Preselect the browser's time zone in a list in which nothing is chosen yet.
const list = document.querySelector('select[data-from="browser"]');
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (list && !list.value && [...list.options].some((option) => option.value === zone)) list.value = zone;
