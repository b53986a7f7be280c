import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { html } from 'ghtml'

export const consumers = 'test/consumers'

/** A page for each client, in test/consumers/pages. */
export const clients = ['apollo', 'urql', 'relay', 'graphql-request'] as const

/** Puts what Relay's compiler wrote where its tags are, like its plugins for Babel and SWC. */
const relayTags: Plugin = {
  name: 'relay',
  setup({ onLoad }) {
    onLoad({ filter: /relay\.tsx$/ }, async ({ path }) => {
      const names: string[] = []
      const source = (await readFile(path, 'utf8')).replace(/graphql`\s*\w+ (\w+)[^`]*`/g, (_, name: string) => {
        names.push(name)
        return `${name}Document`
      })
      const imports = names.map((name) => `import ${name}Document from '../generated/relay/${name}.graphql.ts'`)
      return { contents: [...imports, source].join('\n'), loader: 'tsx' }
    })
  },
}

/** Serves the pages on an origin of their own. The warnings that clients print for developers are in them. */
export async function servePages(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: clients.map((client) => `pages/${client}.tsx`),
    absWorkingDir: resolve(consumers),
    outdir: 'pages',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['development', 'module'],
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [relayTags],
  })
  const scripts = new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]))
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(
      script ??
        html`<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="${url}.js"></script>`,
    )
  }).listen(0)
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
