import { operations } from './operations'

/**
 * What a page needs of the contract at run time: verb, path, and whether success has a body, by operation name. Inlined
 * by the build, so that pages load neither the schemas nor zod.
 */
export const routes = Object.fromEntries(
  Object.entries(operations).map(([name, { method, path, answers }]) => {
    const [success] = Object.values(answers)
    return [name, [method, path, success?.schema !== undefined]]
  }),
)
