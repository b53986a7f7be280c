import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'
import { tackUrl } from '../settings.ts'

/** Compiles the frontend and serves it on PORT. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const bundle = await context({
  entryPoints: [`${folder}main.tsx`],
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  write: false,
  outdir: folder,
  define: { 'process.env.NODE_ENV': '"production"', 'globalThis.__DEV__': 'false' },
})
const { port } = await bundle.serve({ servedir: folder, host: '127.0.0.1', port: Number(process.env.PORT ?? 4000) })
console.log(`Open http://localhost:${port}/#${tackUrl}`)
