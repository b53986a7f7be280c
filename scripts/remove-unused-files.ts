import { globSync, rmSync } from 'node:fs'

/** `node scripts/remove-unused-files.ts`, which `npm ci` runs at its end, deletes 120 MB of installed files that nothing reads. */
const unusedFiles = [
  // The headers and documents of Node itself.
  'node_modules/node/node_modules/*/{include,share,CHANGELOG.md}',
  // Source maps of libraries.
  'node_modules/**/*.map',
  // build.ts reads the ES module.
  'node_modules/@graphql-yoga/render-graphiql/cjs/graphiql.js',
  // test/contract/expressions.test.ts runs the build for browsers.
  'node_modules/recheck/lib/main.js',
  'node_modules/recheck-*/recheck{,.exe,.jar}',
  // The service reads the file for both kinds of addresses.
  'node_modules/@ip-location-db/*/dbip-country-ipv[46].mmdb',
  // The service only reads codes.
  'node_modules/zxing-wasm/dist/{full,writer,iife,miniprogram}',
  // Lessons for assistants, which its package contains.
  'node_modules/@clickhouse/client/skills',
]

console.log('Removing installed files that nothing reads ...')
for (const file of globSync(unusedFiles)) rmSync(file, { recursive: true, force: true })
