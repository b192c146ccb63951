import { operations } from './operations'

/**
 * The parts of the contract that a page needs at run time: method, path, and whether a success response has a
 * body, by operation name. Inlined by the build, so that pages load neither the schemas nor zod.
 */
export const routes = Object.fromEntries(
  Object.entries(operations).map(([name, { method, path, answers }]) => {
    const [success] = Object.values(answers)
    return [name, [method, path, success?.schema !== undefined]]
  }),
)
