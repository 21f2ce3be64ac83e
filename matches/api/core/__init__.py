"""The parts that every endpoint of the API shares: base view, paging, filters, problems and the OpenAPI document."""
