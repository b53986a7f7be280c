/** A certificate of localhost and 127.0.0.1 that signs itself, and its key. It protects nothing: only tests use it. */
export const localCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUEfjZ32i10oRGBas+L6fqZ5uYb/8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAyMTUzN1oYDzIxMjYxMDMw
MDIxNTM3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASjHsXhv0ErcQtv+nnL0KBjd0e9hwZlvaJ0ab8wDyKLZ6o5Unm3MDZL
4mZpqYTczqBD9+Q0WbJhV8Peqe1g0J6eo28wbTAdBgNVHQ4EFgQUUn8dnLFbkeSp
6ZPNLu8qwW12jKcwHwYDVR0jBBgwFoAUUn8dnLFbkeSp6ZPNLu8qwW12jKcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAKQyZ6Hc/uYo0jy4i1hR1ht4xg+uj2+QXqS1jvZO57CpAiA5
2sbpQoRTnwgo3m0zLYNe17owP0tUvIgwFqDV3BSLNQ==
-----END CERTIFICATE-----
`

export const localCertificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwjS7BHLzaSTx6nA/
nbwdujI7EcgzPvUe9ouLVx+C3jShRANCAASjHsXhv0ErcQtv+nnL0KBjd0e9hwZl
vaJ0ab8wDyKLZ6o5Unm3MDZL4mZpqYTczqBD9+Q0WbJhV8Peqe1g0J6e
-----END PRIVATE KEY-----
`
