/** One instruction of a Dockerfile: its name in capitals and the rest of the line, continuations joined. */
export interface Instruction {
  name: string
  rest: string
}

/** The instructions of a stage, and the image it starts from. */
export interface Stage {
  /** Number of the stage as text, or the name after AS. */
  name: string
  from: string
  instructions: Instruction[]
}

/**
 * Parses the part of the Dockerfile language that this project's file uses: no heredocs, variables or escapes
 * other than a backslash at the end of a line.
 */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const instruction of readInstructions(text)) {
    if (instruction.name === 'FROM') {
      const [from = '', , name = String(stages.length)] = instruction.rest.split(/\s+/)
      stages.push({ name, from, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (!stage) throw new Error(`${instruction.name} comes before the first FROM`)
      stage.instructions.push(instruction)
    }
  }
  return stages
}

function readInstructions(text: string): Instruction[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => {
      const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? []
      return { name: name.toUpperCase(), rest }
    })
}

/** The last instruction of that name in a stage, which is the effective one. */
export function lastOf(stage: Stage, name: string): string {
  const found = stage.instructions.filter((instruction) => instruction.name === name).at(-1)
  if (!found) throw new Error(`The stage ${stage.name} has no ${name}`)
  return found.rest
}

/** The words of a command in exec form, a JSON array. Shell form is refused: it blocks signals to the server. */
export function execForm(rest: string): string[] {
  const command: unknown = JSON.parse(rest.slice(rest.indexOf('[')))
  if (Array.isArray(command) && command.every((word) => typeof word === 'string')) return command
  throw new Error(`Not in exec form: ${rest}`)
}

/**
 * Whether `COPY . .` includes a file, by the rules that this project's .dockerignore uses: `*`, `!path` and
 * a glob below any directory. The last matching pattern wins.
 * @param path relative to the checkout, with slashes.
 */
export function isInContext(path: string, ignoreFile: string): boolean {
  const patterns = ignoreFile.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  return patterns.reduce((included, line) => {
    const isException = line.startsWith('!')
    const pattern = isException ? line.slice(1) : line
    return matches(path, pattern) ? isException : included
  }, true)
}

function matches(path: string, pattern: string): boolean {
  const expression = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^\*\*\//, '(?:.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*')
  return new RegExp(`^${expression}(?:/.*)?$`).test(path)
}
