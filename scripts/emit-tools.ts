import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Writes the documents of the MCP tools (`*.mcp.graphql`) into one file of constants, so that they are found from `src` and
 * from `dist` alike.
 */
export const toolDocumentsFile = 'src/modules/integrations/mcp/tool-documents.ts'

export function writeToolDocuments(): string {
  const entries = globSync('src/**/*.mcp.graphql')
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((file) => {
      const text = readFileSync(file, 'utf8').trimEnd()
      if (/['\\]/.test(text)) throw new Error(`${file} has a quote or a backslash, which the constant cannot have.`)
      return `  ${basename(file, '.mcp.graphql')}:\n    '${text.replaceAll('\n', '\\n')}',\n`
    })
  return `// Written by \`npm run emit\` from the files in \`tools\`. Do not edit.\n\n/** The documents of the tools, by their names. */\nexport const toolDocuments: Readonly<Record<string, string>> = {\n${entries.join('')}}\n`
}

if (process.argv[1]?.endsWith('emit-tools.ts')) writeFileSync(toolDocumentsFile, writeToolDocuments())
