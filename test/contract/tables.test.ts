import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTableGroups } from '../../docs/data-model.ts'

/**
 * The tables of another module that a module may name in SQL, with the reason. Everything else goes through the functions
 * of the module that owns the table. The tables of the platform belong to `platform`.
 */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: {
    activity: 'The activity log of a workspace is read in the order of its transactions.',
  },
  workspaces: {
    account: 'Whether the account of a credential is being deleted is read together with its workspaces.',
    activity: 'The activity log of a workspace is read in the order of its transactions.',
  },
  links: { workspace: 'Triggers count its links; and the route of a link is read together with its deletion.' },
  clicks: {
    database_identity: 'A journal is of one database.',
    link: 'A click and the counter of its link are one statement. Clicks are found through the workspace of their link.',
    workspace: 'Whether a workspace has a click is known after the first one that is found.',
  },
  backup: { database_identity: 'A backup, and a copy that is being moved, are told from their database.' },
  abuse: {
    link: 'A rule and all links that it blocks are one statement.',
    code: 'A reported short address is looked up together with its link.',
    routing_rule: 'As for link.',
  },
  'public-stats': {
    link: 'The totals of the installation are counted in one snapshot.',
    account: 'As for link.',
    workspace: 'As for link.',
  },
  'api-keys': { account: 'Whether the account of a key is suspended is read together with the key.' },
  oauth: {
    account: 'Whether the account of a token is suspended is read together with the token.',
    workspace: 'A token and the workspaces that it reaches are one statement, which runs with every request.',
    workspace_member: 'As for workspace.',
  },
  anomalies: {
    link: 'The workspace of a link is found together with its anomaly.',
    workspace: 'The links of deleted workspaces are left out.',
  },
  pixels: { link: 'Whether a link still has pixels is known when one of them is deleted.' },
  webhooks: {
    event: 'A delivery is sent with the payload of its event.',
    workspace: 'The deliveries of deleted workspaces wait.',
  },
  'link-health': {
    link: 'Checks are claimed together with the destinations of their links.',
    workspace: 'The links of deleted workspaces are not checked.',
  },
  platform: {
    account: 'Locks the account for a plan limit. The platform has no entity of accounts.',
    workspace: 'As for account.',
  },
}

interface SourceFile {
  /** The folder of a module, or `platform`; empty for the files that compose the service. */
  readonly module: string
  readonly path: string
  /** Without comments. */
  readonly code: string
}

async function readSources(): Promise<SourceFile[]> {
  const names = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'))
  return Promise.all(
    names.map(async (path) => {
      const [group = '', , module = ''] = path.split('/')
      const code = (await readFile(join('src', path), 'utf8')).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      return { module: group === 'modules' ? module : group === 'platform' ? group : '', path, code }
    }),
  )
}

/** The names that stand where SQL has a table. A foreign key names the table that it refers to after `references`. */
function namesOfTables(code: string): string[] {
  return [...code.matchAll(/\b(?:from|join|into|update|table|on)\s+(?:only\s+)?(\w+)/g)].map(([, name = '']) => name)
}

let sources: SourceFile[]
/** The module of each table. */
let owners: Map<string, string>
beforeAll(async () => {
  sources = await readSources()
  const groups = await readTableGroups()
  owners = new Map(groups.flatMap(({ title, tables }) => tables.map(({ name }) => [name, title])))
})

/**
 * The tables of other modules that each module names, with the files. Migrations are left out: they run in one order,
 * whatever module a table belongs to.
 */
function foreignTables(): { module: string; table: string; path: string }[] {
  const others = sources.filter(({ path }) => !path.endsWith('.migration.ts'))
  return others.flatMap(({ module, path, code }) =>
    [...new Set(namesOfTables(code))]
      .filter((table) => owners.has(table) && owners.get(table) !== module)
      .map((table) => ({ module, table, path })),
  )
}

describe('a table', () => {
  it('is found in the schema of its module, and in a statement', () => {
    expect(owners.size).toBeGreaterThan(30)
    expect(owners.get('click_rollup')).toBe('clicks')
    expect(owners.get('event_interest')).toBe('platform')
    expect(
      namesOfTables('delete from link; insert into code; update x; join only y; create index on z; references w'),
    ).toEqual(['link', 'code', 'x', 'y', 'z'])
  })

  it('is named in SQL by its own module only', () => {
    const others = foreignTables()
      .filter(({ module, table }) => !exceptions[module]?.[table])
      .map(({ path, table }) => `${path} names ${table}`)
    expect(others).toEqual([])
  })

  it('has no exception that is not needed any more', () => {
    const needed = new Set(foreignTables().map(({ module, table }) => `${module}: ${table}`))
    const unneeded = Object.entries(exceptions).flatMap(([module, tables]) =>
      Object.keys(tables)
        .map((table) => `${module}: ${table}`)
        .filter((exception) => !needed.has(exception)),
    )
    expect(unneeded).toEqual([])
  })
})

describe('a time limit of statements', () => {
  it('is set by statementTimeoutSql, from which the connection knows how long it may be silent', () => {
    // The connections of backups have no limit on either side.
    const exempt = ['platform/database/silence-detector.ts', 'modules/operation/backup/server-databases.ts']
    const setting = /\bset (?:local |session )?statement_timeout|set_config\('statement_timeout'/
    const found = sources.filter(({ code }) => setting.test(code)).map(({ path }) => path)
    expect(found.sort()).toEqual(exempt.sort())
  })
})
