import { operations } from './operations'

/**
 * What a page has to know of the contract while it runs: verb, path, and whether success has a body, by the name of
 * the operation. The build puts it in, so that a page loads neither the schemas nor what checks them.
 */
export const routes = Object.fromEntries(
  Object.entries(operations).map(([name, { method, path, answers }]) => {
    const [success] = Object.values(answers)
    return [name, [method, path, success?.schema !== undefined]]
  }),
)
