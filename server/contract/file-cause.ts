import { z } from 'zod'
import { coded } from './words/coded'
import { inEnglish } from './words/english'

/** Why the watched file was not applied. */
export const {
  schema: fileCauseSchema,
  create: fileCause,
  text: fileText,
} = coded('fileCauses', {
  id: 'FileCause',
  code: z.string(),
  params: '`issue` is the code of what is wrong with a setting',
  inWords: (params) => {
    const issue = inEnglish('issues', String(params['issue']), params)
    return issue === null ? params : { ...params, issue: issue.replace(/\.$/, '') }
  },
})
export type FileCause = z.infer<typeof fileCauseSchema>
