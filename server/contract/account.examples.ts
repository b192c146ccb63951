import { accountSessionSchema, changePassword, getAccount, updateAccount } from './account'
import { example } from './example'

example(getAccount.answers[200].schema, { has_password: true, default_region: 'de', language: 'de' })
example(updateAccount.body, { default_region: 'de', language: 'de' })
example(accountSessionSchema, {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f62',
  browser: 'Firefox',
  system: 'Android',
  address: '203.0.113.7',
  current: true,
})
example(changePassword.body, {
  old_password: 'a long pass phrase',
  new_password: 'an even longer pass phrase',
  confirm_password: 'an even longer pass phrase',
})
