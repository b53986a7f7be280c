import { fileOf } from '../files/seed.ts'
import type { Actor, Inputs } from './acts.ts'

/** Valid inputs of the operations about files. */
export const fileActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  download: async ({ test, account }) => ({ token: (await fileOf(test, account, '{"rows":3}')).token }),
}

/** The operations of files, as rows of the contract table. */
export const fileLines = [['download', 'GET /downloads/{token}', 'none', 200, 'DownloadedJson', [404]]] as const
