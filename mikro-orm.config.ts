import 'reflect-metadata'
import { readSettings } from './src/config.ts'
import { tables } from './src/modules.ts'
import { commonOptions, serverOptions } from './src/platform/database/database.ts'

/** For the MikroORM command line tool, which works on a PostgreSQL server: set DATABASE_URL. */
const { database } = readSettings(process.env)
if (database.kind !== 'server') throw new Error('The command line tool needs a server: DATABASE_URL=postgres://...')

export default { ...commonOptions({ tables }), ...serverOptions(database.url) }
