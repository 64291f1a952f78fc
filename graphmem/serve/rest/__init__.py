"""The verbs over HTTP: `endpoints` makes a route of a method, `app` puts them together, `guard` lets in who may."""
