import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite'
import type { NativeClient, NativeStatement } from './native.ts'

const { serialize } = protocol

/**
 * Statements of the embedded database that are planned once, under their names. `PGlite.query` plans a statement each
 * time and sends six messages one by one, which costs more than a batch of clicks itself (bench/README.md).
 */
export function embeddedStatements(pglite: PGlite): NativeClient {
  const planned = new Set<string>()
  const run = async (statement: NativeStatement, values: readonly unknown[]) => {
    const { name, text } = statement
    // One whose first run failed was planned all the same, and could not be planned again under its name.
    const forget = serialize.close({ type: 'S', name })
    const parse = planned.has(name) ? [] : [forget, serialize.parse({ name, text })]
    const bound = values.map((value) => (value === null ? null : String(value)))
    const bind = serialize.bind({ statement: name, values: bound })
    const message = Buffer.concat([
      ...parse,
      bind,
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ])
    const { messages } = await pglite.execProtocol(message)
    planned.add(name)
    return rowsIn(messages)
  }
  return {
    query: async <T extends object>(statement: NativeStatement, values: readonly unknown[]) => {
      // As `PGlite.query` does: after whatever transaction is open, and nobody's statement between its messages.
      const rows = await pglite._runExclusiveTransaction(() => pglite.runExclusive(() => run(statement, values)))
      return rows as T[]
    },
  }
}

function rowsIn(answers: readonly messages.BackendMessage[]): object[] {
  const fields = answers.filter(isDescription).flatMap((description) => description.fields)
  return answers.filter(isRow).map((row) => {
    const values = fields.map(({ name, dataTypeID }, at) => [name, types.parseType(row.fields[at] ?? null, dataTypeID)])
    return Object.fromEntries(values)
  })
}

function isDescription(message: messages.BackendMessage): message is messages.RowDescriptionMessage {
  return message.name === 'rowDescription'
}

function isRow(message: messages.BackendMessage): message is messages.DataRowMessage {
  return message.name === 'dataRow'
}
