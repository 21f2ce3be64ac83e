"""What all API views share: view base, paging, filters, problems, schema."""
