import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { defineConfig, type Plugin } from 'vite'

/** Texts are compiled by the build, so that the browser needs no parser for them. */
const compileTexts: Plugin = {
  name: 'compile-texts',
  enforce: 'pre',
  transform(source, id) {
    if (!/\/texts\/\w+\.json$/.test(id)) return null
    const texts = Object.entries(JSON.parse(source) as Record<string, string>)
    const compiled = Object.fromEntries(texts.map(([name, text]) => [name, compileMessageOrThrow(text)]))
    return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js' }
  },
}

/** React Aria has its own texts in 34 languages. The console needs those of its own. */
const dropOtherLanguages: Plugin = {
  name: 'drop-other-languages',
  enforce: 'pre',
  transform(source, id) {
    if (!id.endsWith('/intlStrings.mjs')) return null
    const lines = source.split('\n').filter((line) => !/["/](?!en|de|fr|es)[a-z]{2}-[A-Z]{2}(\.mjs)?"/.test(line))
    return { code: lines.join('\n'), moduleType: 'js' }
  },
}

/** The service writes the page (src/modules/console), so there is no index.html: it reads the manifest. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Paths relative to the script, because a proxy may serve the console under a path.
  base: './',
  plugins: [compileTexts, dropOtherLanguages],
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // An image in a style sheet would need `data:`.
    assetsInlineLimit: 0,
    rolldownOptions: { input: fileURLToPath(new URL('main.tsx', import.meta.url)) },
  },
})
