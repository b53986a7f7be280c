import { type ListeningApp, startListening } from '../oauth/service.ts'
import { lend } from './app.ts'
import type { SettingChanges } from './changeable-settings.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

export interface MailApp {
  readonly test: ListeningApp
  /** Receives the mails of the service. It ends with the worker. */
  readonly server: MailServer
}

async function startMailApp(): Promise<MailApp> {
  const server = await startMailServer()
  return { server, test: await startListening({ SMTP_URL: server.url, MAIL_FROM: 'Tack <tack@example.com>' }) }
}

let shared: Promise<MailApp> | undefined

/** A listening service that sends mails to a server of this worker, shared like `sharedApp`. */
export async function sharedMailApp(changes: SettingChanges = {}): Promise<MailApp> {
  shared ??= startMailApp()
  const { test, server } = await shared
  server.mails.length = 0
  server.attempts.length = 0
  server.respond = () => undefined
  return { test: lend(test, changes), server }
}
