import 'reflect-metadata'
import { buildApp } from './app.ts'
import { readSettings } from './config.ts'

const settings = readSettings(process.env)
const app = await buildApp({ settings })
await app.server.listen({ host: settings.host, port: settings.port })
