export default {
  input: '../../schema/openapi.json',
  output: 'generated/hey-api',
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
