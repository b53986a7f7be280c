import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, posix } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import {
  buildSchema,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { colorTokens } from '../src/platform/web/design-tokens.ts'

/**
 * Writes what the console has from the service: the types of its documents (`console/graph/types.ts`), the documents
 * themselves (`links.graphql.ts` beside each `links.graphql`), the values of some enums, and the colours (`console/ui/tokens.css`). With `--check` it
 * writes nothing, and fails when a file is not up to date.
 */
export async function emitConsole(): Promise<ReadonlyMap<string, string>> {
  const paths = globSync('console/**/*.graphql').sort()
  const documents = paths.map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }))
  const fragments = new Map(
    documents.flatMap(({ location: home, document }) =>
      document.definitions
        .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
        .map((definition): [string, Fragment] => [definition.name.value, { home, definition }]),
    ),
  )
  const files = new Map([
    ['console/graph/types.ts', await writeTypes(documents)],
    ['console/ui/tokens.css', writeTokens()],
    ['console/graph/scopes.ts', writeScopes(documents, fragments)],
    ['console/graph/enum-values.ts', writeEnumValues()],
  ])
  for (const { location, document } of documents)
    files.set(`${location}.ts`, writeDocuments(location, document, fragments))
  return files
}

interface Fragment {
  /** The file that declares it. */
  readonly home: string
  readonly definition: FragmentDefinitionNode
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

/** The enums whose values the console lists all. */
const listedEnums = ['ImportSource', 'Scope', 'SubscribableEventType', 'WebhookFormat']

function writeEnumValues(): string {
  const types = buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getTypeMap()
  const constants = listedEnums.map((name) => {
    const type = types[name]
    if (!isEnumType(type)) throw new Error(`${name} is no enum of the schema.`)
    const start = `export const ${name.charAt(0).toLowerCase()}${name.slice(1)}s = [`
    const values = type.getValues().map((value) => `'${value.name}'`)
    const end = `] as const satisfies readonly ${name}[]`
    const line = start + values.join(', ') + end
    return `${line.length <= 120 ? line : `${start}\n${values.map((value) => `  ${value},\n`).join('')}${end}`}\n`
  })
  return `// ${notice}\nimport type { ${listedEnums.join(', ')} } from './types.ts'\n\n${constants.join('\n')}`
}

/** One constant for the text of each fragment of the file, and one for each operation with the fragments that it uses. */
function writeDocuments(
  location: string,
  { definitions }: DocumentNode,
  fragments: ReadonlyMap<string, Fragment>,
): string {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  const types = operations.flatMap((each) => [typeOf(each), `${typeOf(each)}Variables`]).sort()
  const used = new Set(operations.flatMap((each) => [...usedFragments(each, fragments)]))
  const relative = (file: string) => {
    const path = posix.relative(dirname(location), file)
    return path.startsWith('.') ? path : `./${path}`
  }
  const own = [...fragments].filter(([, { home }]) => home === location)
  const foreign = [...used].flatMap((name) => {
    const { home = location } = fragments.get(name) ?? {}
    return home === location ? [] : [`import { ${constantOf(name)} } from '${relative(`${home}.ts`)}'`]
  })
  const constants = [
    ...own.map(([name, { definition }]) => `export const ${constantOf(name)} = \`${print(definition)}\``),
    ...operations.map((operation) => {
      const parts = [...usedFragments(operation, fragments)].map((name) => `\${${constantOf(name)}}`)
      const type = typeOf(operation)
      const text = [print(operation), ...parts].join('\n\n')
      return `export const ${operation.name?.value} = graphql<${type}, ${type}Variables>(\`${text}\`)`
    }),
  ]
  return `// ${notice.replace('Do not edit.', `Edit ${basename(location)}.`)}
import { graphql } from '${relative('console/graph/document.ts')}'
import type {
  ${types.join(',\n  ')},
} from '${relative('console/graph/types.ts')}'
${foreign.map((line) => `${line}\n`).join('')}
${constants.join('\n\n')}
`
}

/** `LinkRow` is `linkRowFragment`. */
function constantOf(fragment: string): string {
  return `${fragment[0]?.toLowerCase()}${fragment.slice(1)}Fragment`
}

/** The name that codegen gives the data of an operation. */
function typeOf({ name, operation }: OperationDefinitionNode): string {
  return `${name?.value}${operation[0]?.toUpperCase()}${operation.slice(1)}`
}

function usedFragments(
  definition: DefinitionNode,
  fragments: ReadonlyMap<string, Fragment>,
  found = new Set<string>(),
): Set<string> {
  visit(definition, {
    FragmentSpread({ name: { value } }) {
      const fragment = fragments.get(value)
      if (!fragment) throw new Error(`There is no fragment ${value}.`)
      if (found.has(value)) return
      found.add(value)
      usedFragments(fragment.definition, fragments, found)
    },
  })
  return found
}

/** The scopes of each operation with all of its fields. */
function writeScopes(
  documents: readonly { readonly document: DocumentNode }[],
  fragments: ReadonlyMap<string, Fragment>,
): string {
  const types = new TypeInfo(buildSchema(readFileSync('schema/schema.graphql', 'utf8')))
  const roles: readonly { operation: string; scope: string | null }[] = JSON.parse(
    readFileSync('schema/roles.json', 'utf8'),
  )
  const scopes = new Map(roles.map(({ operation, scope }) => [operation, scope]))
  const operations = documents.flatMap(({ document }) =>
    document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION),
  )
  const lines = operations.map((operation) => {
    const found = new Set<string>()
    const used = [...usedFragments(operation, fragments)].flatMap((name) => fragments.get(name)?.definition ?? [])
    const whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...used] }
    const collector = {
      Field({ name }: { readonly name: { readonly value: string } }) {
        const isRoot = /^(Query|Mutation|Subscription)$/.test(types.getParentType()?.name ?? '')
        const scope = isRoot ? scopes.get(name.value) : null
        if (scope) found.add(scope)
        const description = types.getFieldDef()?.description ?? ''
        for (const [, named = ''] of description.matchAll(/Needs the scope `([\w:]+)`/g)) found.add(named)
      },
    }
    visit(whole, visitWithTypeInfo(types, collector))
    const list = [...found].sort().map((scope) => `'${scope}'`)
    return `  ${operation.name?.value}: [${list.join(', ')}],`
  })
  return `// ${notice}\n/** The scopes that a key needs, by the name of the operation of the console. */\nexport const scopes: Readonly<Record<string, readonly string[]>> = {\n${lines.sort().join('\n')}\n}\n`
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
