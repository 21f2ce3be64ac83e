"""Events in the reader's language: labels, sentences, errors."""
