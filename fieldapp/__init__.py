"""What a city's animal-control officers carry: the server and the web app that it delivers to their phones."""
