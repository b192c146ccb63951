import { apiKeySchema, createApiKey, userApiKeyListSchema } from './api-keys'
import { example } from './example'

const apiKey = example(apiKeySchema, {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f61',
  name: 'Home dashboard',
  enabled: true,
  read_only: true,
})
example(userApiKeyListSchema, { keys: [{ ...apiKey, username: 'robin' }] })
example(createApiKey.body, { name: apiKey.name, read_only: true })
example(createApiKey.answers[201].schema, { name: apiKey.name, key: 'earmark_3q2-7wEXAMPLE' })
