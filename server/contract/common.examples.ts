import { problemSchema } from './common'
import { example } from './example'
import { issueSchema } from './issues'

const issue = example(issueSchema, { path: 'q', code: 'required', params: {}, message: 'Required' })
example(problemSchema, {
  type: 'about:blank',
  title: 'Invalid input',
  status: 422,
  detail: `${issue.path}: ${issue.message}`,
  code: 'validation_failed',
  errors: [issue],
  request_id: '3f6f2d1c-5d0e-4a55-9a6e-0a8f0e1f7b11',
})
