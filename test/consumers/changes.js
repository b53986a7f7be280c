// Every change of the graph since the last dated section of CHANGES.md that breaks a client must be named in the newest
// one: the field, argument, type or value by its name in backticks.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'

const groups = [
  {
    sentence: 'every field of `Query` and `Mutation` is nullable',
    covers: /^Field '(Query|Mutation)\.\w+' changed type from '(.+)!' to '\2'$/,
  },
  { sentence: 'addresses have the type `URL`', covers: /changed type from 'String(!?)' to 'URL\1'/ },
  { sentence: 'counts of clicks have the type `SafeInt`', covers: /changed type from 'Int(!?)' to 'SafeInt\1'/ },
]

const root = new URL('../../', import.meta.url).pathname
const [, date, section] = /^(\d{4}-\d\d-\d\d)\n([\s\S]*?)(?=^\d{4}-\d\d-\d\d)/m.exec(
  readFileSync(`${root}schema/CHANGES.md`, 'utf8'),
)
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('log', '-1', `--before=${date}T00:00:00Z`, '--format=%H')
if (commit === '') {
  console.log(`skipped: this clone has no commit from before ${date}`)
} else {
  const before = buildSchema(git('show', `${commit}:schema/schema.graphql`))
  const after = buildSchema(readFileSync(`${root}schema/schema.graphql`, 'utf8'))
  const changes = await diff(before, after)
  const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
  const unnamed = breaking.filter(({ path, message }) => !isNamed(path) && !isCovered(message))
  for (const { message, path } of unnamed) console.error(`CHANGES.md does not name ${path}: ${message}`)
  console.log(`${breaking.length} breaking changes since ${commit.slice(0, 7)}, ${unnamed.length} not named`)
  process.exitCode = unnamed.length > 0 ? 1 : 0
}

/** Sentences of the section that name many changes at once, and the messages of those. */
function isCovered(message) {
  return groups.some(({ sentence, covers }) => section.replace(/\s+/g, ' ').includes(sentence) && covers.test(message))
}

/** Whether the section names one of the parts of the path: `Query.links.first` by `first`, `links` or `Query.links`. */
function isNamed(path) {
  const parts = path.split('.').filter((part) => part !== 'Query' && part !== 'Mutation')
  return parts.some((part) => new RegExp(`\\b${part}\\b`).test(section))
}
