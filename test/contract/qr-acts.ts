import { codeOf, logoOf, picture } from '../qr-codes/seed.ts'
import type { Actor, Inputs } from './acts.ts'

const destination = 'https://example.com/page?a=1'

/** Valid inputs of the operations about dynamic QR codes and logos. */
export const qrActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createDynamicQr: async ({ test, account }) => ({
    title: 'A poster',
    targetUrl: destination,
    color: '1F2937',
    level: 'H',
    logoId: (await logoOf(test, account)).id,
  }),
  dynamicQrs: async (actor) => {
    await scannedCode(actor)
    return { page: 1, limit: 5 }
  },
  dynamicQr: async (actor) => ({ id: (await scannedCode(actor)).id }),
  updateDynamicQr: async (actor) => ({
    id: (await scannedCode(actor)).id,
    title: 'A poster elsewhere',
    targetUrl: 'https://example.org/moved',
    isActive: false,
    margin: 2,
    color: null,
  }),
  deleteDynamicQr: async (actor) => ({ id: (await scannedCode(actor)).id }),
  dynamicQrAnalytics: async (actor) => ({ id: (await scannedCode(actor)).id, trigger: 'qr' }),
  dynamicQrImage: async (actor) => ({ id: (await scannedCode(actor)).id, size: 256, color: '#1f2937' }),
  urlQrDesign: async ({ test, account }) => ({ id: (await test.seed.link(account)).id }),
  updateUrlQrDesign: async ({ test, account }) => ({
    id: (await test.seed.link(account)).id,
    color: '1F2937',
    margin: 2,
    logoId: (await logoOf(test, account)).id,
  }),
  createQrLogo: async ({ word }) => ({ name: word(), image: await picture('webp') }),
  qrLogos: async ({ test, account }) => {
    await logoOf(test, account)
    return {}
  },
  qrLogosConnection: async ({ test, account }) => {
    await logoOf(test, account)
    return {}
  },
  qrLogoImage: async ({ test, account }) => ({ id: (await logoOf(test, account)).id }),
  qrLogo: async ({ test, account }) => ({ id: (await logoOf(test, account)).id }),
  deleteQrLogo: async ({ test, account }) => ({ id: (await logoOf(test, account)).id }),
}

async function scannedCode({ test, account }: Actor) {
  const code = await codeOf(test, account, { targetUrl: destination })
  await test.rest.get(`/${code.shortCode}?qr=1`)
  return code
}
