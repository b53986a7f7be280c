import type { Command } from 'commander'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { openSession } from '../session.ts'
import { printLine } from '../terminal.ts'

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId?: string; readonly parameters?: readonly Parameter[] }>>
    >
  >
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

interface Parameter {
  readonly $ref?: string
  readonly in?: string
  readonly name?: string
}

export function addApiCommand(program: Command): void {
  program
    .command('api')
    .description(
      'Call any operation of the REST interface, such as `tack api createTag name=Summer`. name:=json has a value that is no text.',
    )
    .argument('<operation>', 'its name in the API reference at /docs')
    .argument('[field...]', 'name=text or name:=json')
    .action(async (name: string, fields: readonly string[], _options: object, command: Command) => {
      const { tack, profile } = await openSession(command, { isPublic: true })
      const answer = await fetch(new URL('/v1/openapi.json', profile.url))
      const { method, path, parameters } = findOperation((await answer.json()) as OpenApi, name)
      const values = fields.map(readField)
      const take = (place: string) => Object.fromEntries(values.filter(([field]) => parameters.get(field) === place))
      const body = Object.fromEntries(values.filter(([field]) => !parameters.has(field)))
      const call = tack[method] as (path: string, init: object) => Promise<unknown>
      const hasBody = method !== 'get' && Object.keys(body).length > 0
      if (method === 'get' && Object.keys(body).length > 0)
        throw new CommandError(`${name} has no parameter ${Object.keys(body).join(', ')}.`, exitCodes.usage)
      const result = await call(path, {
        params: { path: take('path'), query: take('query') },
        ...(hasBody && { body }),
      })
      await printLine(typeof result === 'string' ? result : JSON.stringify(result, null, 2))
    })
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

function findOperation({ paths, components }: OpenApi, name: string) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, parameters = [] }] of Object.entries(methods)) {
      if (operationId !== name) continue
      const resolved = parameters.map(({ $ref, ...own }) =>
        $ref ? components.parameters[$ref.split('/').at(-1) ?? ''] : own,
      )
      return {
        method: method as Method,
        path,
        parameters: new Map(resolved.map((each) => [each?.name ?? '', each?.in])),
      }
    }
  throw new CommandError(`There is no operation ${name}. The API reference at /docs lists them.`, exitCodes.usage)
}

function readField(text: string): [string, unknown] {
  const [, name, isJson, value = ''] = /^([A-Za-z]\w*)(:?)=(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new CommandError(`${text} must be name=text or name:=json.`, exitCodes.usage)
  if (!isJson) return [name, value]
  try {
    return [name, JSON.parse(value)]
  } catch {
    throw new CommandError(`The value of ${name} is not JSON.`, exitCodes.usage)
  }
}
