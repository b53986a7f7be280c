import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { tables } from '../src/modules.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { schemaVersionOf } from '../src/platform/database/migrations/schema-version.ts'
import { migrate } from '../src/platform/database/migrations.ts'

/**
 * `npm run emit:tables` writes `schema/tables.sql`: all tables as a new database has them, so that it needs no former migration. It needs
 * `pg_dump` and an account on a server that may create databases (`DATABASE_URL`).
 */
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const name = `tack_tables_${process.pid}`

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** The dump without what depends on the program that wrote it, on the schema, or on the day. */
function tidy(dump: string): string {
  const statements = dump
    .replace(
      /^(--.*|SET .*;|SELECT pg_catalog\.set_config.*|\\(un)?restrict .*|CREATE SCHEMA public;|COMMENT ON SCHEMA .*)$/gm,
      '',
    )
    .replace(/\bpublic\./g, '')
    .replace(/'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00'/g, 'now()')
  return statements.replace(/\n{3,}/g, '\n\n').trim()
}

await onServer(`create database ${name}`)
try {
  const url = new URL(server)
  url.pathname = name
  const { orm, close } = await openDatabase({ place: { kind: 'server', url: url.href }, tables })
  await migrate(orm)
  await close()
  const options = [
    '--schema=public',
    '--no-owner',
    '--no-privileges',
    '--inserts',
    '--exclude-table=mikro_orm_migrations*',
  ]
  const dump = execFileSync('pg_dump', [...options, url.href], {
    encoding: 'utf8',
    env: { ...process.env, PGTZ: 'UTC' },
  })
  const heading = `-- All tables of a new database, written by npm run emit:tables. Its last migration:\n-- ${schemaVersionOf(tables)}`
  writeFileSync('schema/tables.sql', `${heading}\n\n${tidy(dump)}\n`)
} finally {
  await onServer(`drop database ${name} with (force)`)
}
