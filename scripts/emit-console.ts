import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { type DefinitionNode, type DocumentNode, Kind, parse, print, visit } from 'graphql'
import { colorTokens } from '../src/platform/web/design-tokens.ts'

/**
 * Writes what the console has from the service: the types of its documents (`console/graph/types.ts`), the documents
 * themselves (`links.graphql.ts` beside each `links.graphql`), and the colours (`console/ui/tokens.css`). With `--check` it
 * writes nothing, and fails when a file is not up to date.
 */
export async function emitConsole(): Promise<ReadonlyMap<string, string>> {
  const paths = globSync('console/**/*.graphql').sort()
  const documents = paths.map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }))
  const fragments = new Map(
    documents.flatMap(({ document }) =>
      document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
    ) as [string, DefinitionNode][],
  )
  const files = new Map([
    ['console/graph/types.ts', await writeTypes(documents)],
    ['console/ui/tokens.css', writeTokens()],
    ['console/graph/scopes.ts', writeScopes()],
  ])
  for (const { location, document } of documents)
    files.set(`${location}.ts`, writeDocuments(location, document, fragments))
  return files
}

const notice = 'Written by `npm run emit`. Do not edit.'

async function writeTypes(documents: { location: string; document: DocumentNode }[]): Promise<string> {
  const types = await codegen({
    filename: 'types.ts',
    schema: parse(readFileSync('schema/schema.graphql', 'utf8')),
    documents,
    config: {},
    plugins: [
      {
        operations: {
          skipTypename: true,
          enumsAsTypes: true,
          scalars: { DateTime: 'string', URL: 'string', SafeInt: 'number', ID: 'string' },
          defaultScalarType: 'unknown',
        },
      },
    ],
    pluginMap: { operations },
  })
  return `// ${notice}\n${types.replace(/\/\*\* Internal type\. DO NOT USE DIRECTLY\. \*\/\n/g, '').trimEnd()}\n`
}

/** One constant for each operation, with the fragments that it uses, and for each fragment of the file. */
function writeDocuments(
  location: string,
  { definitions }: DocumentNode,
  fragments: ReadonlyMap<string, DefinitionNode>,
): string {
  const names: string[] = []
  const constants = definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return []
    const name = definition.name?.value ?? ''
    const kind = definition.operation
    const type = `${name}${kind[0]?.toUpperCase()}${kind.slice(1)}`
    names.push(type, `${type}Variables`)
    const used = [...usedFragments(definition, fragments)].map((each) => print(fragments.get(each) as DefinitionNode))
    const text = [print(definition), ...used].join('\n\n')
    return [`export const ${name} = graphql<${type}, ${type}Variables>(\`${text}\`)`]
  })
  const imports = names.sort().join(',\n  ')
  const depth = '../'.repeat(location.split('/').length - 2) || './'
  return `// ${notice.replace('Do not edit.', `Edit ${basename(location)}.`)}
import { graphql } from '${depth}graph/document.ts'
import type {
  ${imports},
} from '${depth}graph/types.ts'

${constants.join('\n\n')}
`
}

function usedFragments(
  definition: DefinitionNode,
  fragments: ReadonlyMap<string, DefinitionNode>,
  found = new Set<string>(),
): Set<string> {
  visit(definition, {
    FragmentSpread({ name: { value } }) {
      const fragment = fragments.get(value)
      if (!fragment) throw new Error(`There is no fragment ${value}.`)
      if (found.has(value)) return
      found.add(value)
      usedFragments(fragment, fragments, found)
    },
  })
  return found
}

function writeScopes(): string {
  const roles: readonly { operation: string; scope: string | null }[] = JSON.parse(
    readFileSync('schema/roles.json', 'utf8'),
  )
  const scopes = roles.flatMap(({ operation, scope }) => (scope ? [`  ${operation}: '${scope}',`] : []))
  return `// ${notice}\n/** The scope that a key needs, by the name of the operation. */\nexport const scopes: Readonly<Record<string, string>> = {\n${scopes.join('\n')}\n}\n`
}

function writeTokens(): string {
  const colors = Object.entries(colorTokens).map(
    ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`,
  )
  return `/* ${notice} */\n:root {\n${colors.join('\n')}\n}\n`
}

if (process.argv[1]?.endsWith('emit-console.ts')) {
  const isCheck = process.argv.includes('--check')
  for (const [file, text] of await emitConsole()) {
    const present = globSync(file).length > 0 ? readFileSync(file, 'utf8') : ''
    if (present === text) continue
    if (isCheck) throw new Error(`${file} is not up to date: run npm run emit.`)
    writeFileSync(file, text)
  }
}
