import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../support/api.ts'

/** The texts of all documents by their paths. */
async function readDocuments(): Promise<Map<string, string>> {
  const names = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'))
  const paths = ['README.md', ...names.map((name) => join('docs', name))]
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

const toOneLine = (text: string) => text.replace(/\s+/g, ' ')

function descriptionOf(typeName: string, fieldName: string): string {
  const type = schema.getType(typeName) as GraphQLObjectType | undefined
  const description = type?.getFields()[fieldName]?.description
  if (!description) throw new Error(`${typeName}.${fieldName} has no description.`)
  return description
}

describe('a document', () => {
  it('says of nothing that it is not there yet, for which there is a module', async () => {
    const modules = globSync('src/modules/*/*/*.module.ts').map((file) =>
      basename(file, '.module.ts').replaceAll('-', ' '),
    )
    expect(modules).toContain('imports')
    const claims = [...(await readDocuments())].flatMap(([path, text]) =>
      [...toOneLine(text).matchAll(/\b(?:no|not have|without) ((?:\w+ ){0,2}\w+) yet\b/gi)].map(
        ([claim, thing = '']) => ({ path, claim, thing: thing.toLowerCase() }),
      ),
    )
    expect(claims.filter(({ thing }) => modules.some((name) => thing.includes(name)))).toEqual([])
  })

  it('does not take an account for a workspace, which has members', async () => {
    expect(schema.getType('WorkspaceMember')).toBeDefined()
    for (const [path, text] of await readDocuments()) {
      expect(toOneLine(text), path).not.toMatch(/\b(?:each|every|an) account is (?:one|a) workspace\b/i)
    }
  })

  it('about the command center names each workflow', async () => {
    const text = toOneLine((await readDocuments()).get('docs/decisions/command-center.md') ?? '')
    const [, bullet = ''] = /\*\*Workflows\.\*\* (.*?) - \*\*/.exec(text) ?? []
    const ids = [...descriptionOf('Workflow', 'id').matchAll(/`([\w-]+)`/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(3)
    for (const id of ids) expect(bullet).toContain(`\`${id}\``)
  })

  it('about the public statistics has the definition of an active workspace', async () => {
    const text = toOneLine((await readDocuments()).get('docs/decisions/public-statistics.md') ?? '')
    expect(text.toLowerCase()).toContain(descriptionOf('PublicStats', 'activeWorkspaces').toLowerCase())
  })
})

describe('docker-compose.yml', () => {
  /** As Docker Compose replaces variables: `${NAME}`, `${NAME:-default}`, where the default may have some, and `${NAME:?error}`. */
  function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
    let result = text
    for (let depth = 0; depth < 5; depth++) {
      result = result.replace(/\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_all, name: string, kind = '', other = '') => {
        return variables[name] || (kind === '-' ? other : `<${name}>`)
      })
    }
    return result
  }

  /** What the file says of the service with these variables in `.env`. */
  async function read(variables: Readonly<Record<string, string>>) {
    const text = interpolate(await readFile('docker-compose.yml', 'utf8'), variables)
    const readValue = (name: string) => new RegExp(`^ +${name}: (\\S+)$`, 'm').exec(text)?.[1]
    const [, published, inside] = /- "127\.0\.0\.1:(\d+):(\d+)"/.exec(text) ?? []
    return {
      published,
      inside,
      port: readValue('PORT'),
      publicUrl: readValue('PUBLIC_URL'),
      shortUrl: readValue('SHORT_URL'),
    }
  }

  it.each([
    [{}, '3000'],
    [{ PORT: '8080' }, '8080'],
  ])('with %j makes short addresses with the port that it publishes', async (variables, port) => {
    // Without SHORT_URL, short addresses begin with PUBLIC_URL.
    const expected = { published: port, inside: '3000', port: '3000', publicUrl: `http://localhost:${port}` }
    expect(await read(variables)).toEqual({ ...expected, shortUrl: undefined })
  })

  it('lets PUBLIC_URL decide where it is set', async () => {
    expect((await read({ PUBLIC_URL: 'https://go.example.com', PORT: '80' })).publicUrl).toBe('https://go.example.com')
  })
})
