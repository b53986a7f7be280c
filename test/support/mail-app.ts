import { type ListeningApp, startListening } from '../oauth/service.ts'
import { lend } from './app.ts'
import type { SettingChanges } from './changeable-settings.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

export interface MailApp {
  readonly test: ListeningApp
  /** Receives the mails of the service. It ends with the worker. */
  readonly server: MailServer
}

/** The settings of a service that sends its mails to this server. */
export const mailSettings = ({ url }: MailServer) => ({ SMTP_URL: url, MAIL_FROM: 'Tack <tack@example.com>' })

/** Forgets the mails of other files, and how they were answered. */
export function resetMails(server: MailServer): void {
  server.mails.length = 0
  server.attempts.length = 0
  server.respond = () => undefined
}

async function startMailApp(): Promise<MailApp> {
  const server = await startMailServer()
  return { server, test: await startListening(mailSettings(server)) }
}

let shared: Promise<MailApp> | undefined

/** A service that listens, which OAuth needs, and sends mails to a server of this worker. Shared like `sharedApp`. */
export async function sharedMailApp(changes: SettingChanges = {}): Promise<MailApp> {
  shared ??= startMailApp()
  const { test, server } = await shared
  resetMails(server)
  return { test: lend(test, changes), server }
}

/** The same service, for files that read no mails. */
export const sharedListening = async (changes: SettingChanges = {}) => (await sharedMailApp(changes)).test
