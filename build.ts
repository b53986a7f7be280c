import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, statSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { basename, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * `node build.ts` compiles the service into `dist/`, when a source is newer. `node build.ts main` runs the program
 * `dist/main.js` afterwards, in the same process, so that it receives the signals. Where there are no sources (in the
 * image) it only runs the program.
 *
 * Libraries are bundled with the service: one file is loaded in half the time of their 3,000 files.
 */
const entryPoints = [
  'src/main.ts',
  'src/admin.ts',
  'src/demo.ts',
  'src/doctor.ts',
  'src/emit-schema.ts',
  // The thread of the embedded database.
  'src/platform/database/embedded/embedded-worker.ts',
  // The thread that reads QR codes.
  'src/modules/publishing/qr-codes/reading/qr-reading-worker.ts',
]

async function compile(): Promise<void> {
  const { build } = await import('esbuild')
  const { externalPackages } = await import('./scripts/external-packages.ts')
  // Under a name of its own until it is complete, because two builds may run at once.
  const outdir = `dist-${process.pid}`
  await Promise.all([
    build({
      entryPoints,
      outdir,
      entryNames: '[name]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      // Which commit this is, for logs and `/metrics`.
      define: { 'process.env.BUILD_COMMIT': JSON.stringify(process.env.BUILD_COMMIT ?? '') },
      // Before the classes of every chunk, whose decorators need it.
      inject: ['node_modules/reflect-metadata/Reflect.js'],
      // pg looks for pg-native, and works without it.
      external: [...externalPackages, 'pg-native'],
      // The CommonJS files of each library, as Node loads them for one another: graphql must exist once.
      mainFields: ['main', 'module'],
      conditions: ['require', 'node'],
      // Bundled CommonJS files call `require` for Node's own modules.
      banner: {
        js: `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`,
      },
      // Source code stays in memory: without comments and spaces it takes half of it, and in ASCII one byte a letter.
      minifyWhitespace: true,
      supported: { 'template-literal': false },
      lineLimit: 160,
      // For profiles (bench/profile.ts).
      sourcemap: process.env.SOURCE_MAPS === 'on' && 'external',
      legalComments: 'none',
      logLevel: 'warning',
    }),
    packAssets(`${outdir}/assets`),
    writeTexts(`${outdir}/texts`),
    buildConsole(resolve(outdir, 'console')),
  ])
  await Promise.all(globSync(`${outdir}/*.js`).map(escapeLetters))
  await writeThirdParty(`${outdir}/THIRD-PARTY.txt`)
  await writeFile(`${outdir}/.complete`, '')
  await rm('dist', { recursive: true, force: true })
  await rename(outdir, 'dist').catch(() => rm(outdir, { recursive: true }))
}

/** Writes whose programs and data are in the service, and their licences. */
async function writeThirdParty(file: string): Promise<void> {
  const { describeThirdParty } = await import('./scripts/third-party.ts')
  await writeFile(file, describeThirdParty())
}

/** Writes the letters that esbuild leaves, all in regular expressions, as escapes. V8 takes two bytes a letter for a file with one. */
async function escapeLetters(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const toEscape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  await writeFile(file, text.replace(/[^\0-\x7f]/g, toEscape))
}

/**
 * Writes the images of the site, and the scripts and styles of GraphiQL and of the API reference, each plain and compressed. A file name contains the
 * hash of its content; `manifest.json` has the file name of each plain name.
 */
async function packAssets(folder: string): Promise<void> {
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  )
  const { default: fastify } = await import('fastify')
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  // The library provides its script only as a route, without a policy or cache headers.
  const server = fastify()
  await server.register(apiReference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body: reference } = await server.inject('/docs/js/scalar.js')
  const files = {
    'graphiql.js': withoutNestedTabs(js),
    'graphiql.css': css,
    'graphiql-editor.js': editorWorkerService,
    'graphiql-json.js': jsonWorker,
    'graphiql-graphql.js': graphqlWorker,
    // Source maps are not served; without this comment, developer tools do not request them.
    'reference.js': reference.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'),
  }
  await mkdir(folder, { recursive: true })
  const manifest: Record<string, string> = {}
  for (const [name, text] of Object.entries(files)) {
    const [stem, extension] = name.split('.')
    const fileName = `${stem}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${extension}`
    manifest[name] = fileName
    await writeFile(`${folder}/${fileName}`, text)
    // Quality 11 would save a few percent and take many seconds.
    await compress(`${folder}/${fileName}`, 6)
  }
  // The icons and the social card, under their own names.
  await cp('src/modules/frontend/website/images', folder, { recursive: true })
  await writeFile(`${folder}/manifest.json`, JSON.stringify(manifest))
}

/** Writes the texts of pages and mails, a file for each language. */
async function writeTexts(folder: string): Promise<void> {
  const { compileTexts } = await import('./scripts/compile-texts.ts')
  await mkdir(folder, { recursive: true })
  const languages = globSync('texts/*.json').map((file) => basename(file, '.json'))
  await Promise.all(
    languages.map((each) => writeFile(`${folder}/${each}.json`, JSON.stringify(compileTexts(each, 'service')))),
  )
}

/** Writes the files of the console, each plain and compressed. Its folder is absolute. */
async function buildConsole(folder: string): Promise<void> {
  if (!existsSync('console/vite.config.ts')) return
  // In a process of its own: it takes memory, and sets `NODE_ENV`, which the service reads.
  const vite = 'node_modules/vite/bin/vite.js'
  const options = ['--config', 'console/vite.config.ts', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  // Tests build with NODE_ENV=test, which would give them, and the service after them, React's slow build for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { env })
  const files = globSync(`${folder}/assets/*`)
  await Promise.all(files.map((file) => compress(file, 11)))
}

/** Writes the compressed forms of a file beside it, with the ending `.gz` and `.br`. */
async function compress(file: string, brotliQuality: number): Promise<void> {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  await writeFile(`${file}.gz`, await promisify(gzip)(content))
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
}

/**
 * GraphiQL gives each item of its list of tabs the role of a tab, with two buttons inside, which screen readers cannot
 * reach. Without the roles it is a list of buttons, which they can.
 */
function withoutNestedTabs(graphiql: string): string {
  const replacements: [RegExp, string][] = [
    [/"aria-selected":(\w+),dragElastic:!1,role:"tab"/g, '"aria-current":$1,dragElastic:!1'],
    [/axis:"x",role:"tablist"/g, 'axis:"x"'],
  ]
  return replacements.reduce((script, [original, replacement]) => {
    if (script.match(original)?.length !== 1) throw new Error(`GraphiQL has changed: it no longer has ${original}.`)
    return script.replace(original, replacement)
  }, graphiql)
}

function isCompiled(): boolean {
  const sources = [
    'build.ts',
    'scripts/compile-texts.ts',
    'scripts/external-packages.ts',
    'scripts/third-party.ts',
    'package-lock.json',
    'tsconfig.json',
    ...globSync('src/**/*.{ts,png,ico,svg}'),
    ...globSync('console/**/*.*'),
    ...globSync('texts/*'),
  ]
  const builtAt = statSync('dist/.complete', { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.every((file) => statSync(file).mtimeMs < builtAt)
}

const [program] = process.argv.slice(2)
if (existsSync('src') && !isCompiled()) {
  console.log('Compiling Tack ...')
  await compile()
}
if (program !== undefined) {
  if (existsSync('.env')) process.loadEnvFile()
  // Compiled code is kept in the folder of temporary files, so the next start is faster.
  enableCompileCache()
  const file = resolve('dist', `${program}.js`)
  process.argv.splice(1, 2, file)
  await import(file)
}
