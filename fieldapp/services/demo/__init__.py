"""A believable instance to try the product with: three cities, their people, and some sixty animals."""
