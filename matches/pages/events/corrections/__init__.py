"""Pages that correct a result of an event after a preview of the consequences, and the page of the event's history."""
