import { createTack } from '@tack/client'
import type { Command } from 'commander'
import { logInByDevice, revokeLogin } from '../device-login.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { readProfile, saveProfile } from '../profiles.ts'
import { openSession } from '../session.ts'
import { printLine, readSecret, toOneLine } from '../terminal.ts'

export function addAccountCommands(program: Command): void {
  program
    .command('login')
    .description(
      'Log in with an API key, which you make at Settings, API keys. It is asked for, or read from standard input. With --device, log in by a browser on any device.',
    )
    .option('--device', 'print a code to type in a browser, and wait until somebody allows the access there')
    .option('--url <address>', 'where the service is, such as https://tack.example')
    .option('--workspace <id>', 'the workspace of all commands; by default the one of the key')
    .action(async (options: { url?: string; workspace?: string; device?: boolean }, command: Command) => {
      const { profile: name } = command.optsWithGlobals<{ profile: string }>()
      const { url = (await readProfile(name)).url, workspace, device } = options
      if (!/^https?:\/\/\S+$/.test(url))
        throw new CommandError('--url must begin with https:// or http://.', exitCodes.usage)
      const login = device ? await logInByDevice(url) : { token: await readSecret('API key') }
      const tack = createTack({ url, token: login.token, workspaceId: workspace })
      // A key or a workspace that does not work is told now.
      await tack.get('/urls', { params: { query: { limit: 1 } } })
      await saveProfile(name, { url, ...login, ...(workspace !== undefined && { workspaceId: workspace }) })
      await printLine(`Logged in at ${url}.`)
    })

  program
    .command('logout')
    .description(
      'Forget the login. An API key stays valid until it is deleted at Settings, API keys; a login by device ends.',
    )
    .action(async (_options: object, command: Command) => {
      const { profile: name } = command.optsWithGlobals<{ profile: string }>()
      const { url, refreshToken } = await readProfile(name)
      await saveProfile(name, undefined)
      if (refreshToken !== undefined) await revokeLogin(url, refreshToken)
    })

  program
    .command('whoami')
    .description('Show who is logged in, and where.')
    .action(async (_options: object, command: Command) => {
      const { tack, profile, isJson } = await openSession(command)
      const caller = await tack.get('/auth/whoami')
      if (isJson) return printLine(JSON.stringify({ url: profile.url, ...caller }))
      const { name, client, workspaceName, plan, scopes, usage } = caller
      await printLine(toOneLine(`${client ? `${client}, by ${name},` : name} at ${profile.url}`))
      await printLine(toOneLine(`workspace ${workspaceName} (${plan}), ${scopes.join(' ')}`))
      for (const { resource, used, limit } of usage) await printLine(`${resource}: ${used} of ${limit}`)
    })
}
