import { getIndexerFile, putIndexerFile } from './configuration-file'
import { example } from './example'
import { fileCause, fileText } from './file-cause'

const cause = fileCause('comma_expected', { line: 4, column: 5, close: '}' })
const path = '/config/indexers.json'
example(getIndexerFile.answers[200].schema, {
  path,
  last_read: '2026-11-21T09:30:00.000Z',
  last_error: fileText(cause),
  cause,
})
example(putIndexerFile.body, { path })
