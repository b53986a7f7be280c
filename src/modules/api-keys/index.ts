export { ApiKey } from './api-key.entity.ts'
export { apiKeyPlanLimit, findExpiringApiKeys, findNewestApiKey } from './api-key.queries.ts'
export { ApiKeyReader, ApiKeyUsageTracker } from './api-key-reader.ts'
export { ApiKeyHasher } from './api-key-secret.ts'
