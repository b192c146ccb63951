import { approvalSettingsSchema } from './approval'
import { example } from './example'

example(approvalSettingsSchema, {
  roles: { untrusted: false, trusted: true },
  rules: [
    { name: 'Short books in English', max_hours: 20, language: 'en', unabridged: true, released: true },
  ],
})
