export default {
  tack: {
    input: '../../schema/openapi.json',
    output: { target: 'generated/orval/tack.ts', client: 'fetch', mode: 'single' },
  },
}
