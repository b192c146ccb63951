import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'

const TYPED = ['**/*.ts']

const NO_BARRELS = {
  selector: 'ExportAllDeclaration[source.value=/^\\./]',
  message: 'No barrels: import the name from the file that declares it.',
}

export default defineConfig(
  globalIgnores([
    '.output/',
    '.nitro/',
    'dist/',
    'coverage/',
    'config/',
    'migrations/',
    'node_modules/',
    'tests/.artifacts/',
  ]),

  js.configs.recommended,
  ts.configs.recommended,
  vue.configs['flat/recommended'],
  prettier,

  // Rules that need the types of a whole program: only for files that a tsconfig covers. Single-file
  // components keep the syntactic rules; vue-tsc checks their types.
  {
    files: TYPED,
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './client/tsconfig.json', './client/worker/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
      // Factories make objects whose methods do not use `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },

  {
    languageOptions: { globals: { ...globals.es2023 } },
    rules: {
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': ['error', NO_BARRELS],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },

  {
    files: ['client/**/*.{ts,vue}', 'tests/client/**/*.ts'],
    // The build replaces ROUTES.
    languageOptions: { globals: { ...globals.browser, ROUTES: 'readonly' } },
  },
  { files: ['client/worker/*.ts'], languageOptions: { globals: { ...globals.serviceworker } } },
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-macros-order': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/no-unused-refs': 'error',
      'vue/no-v-html': 'error',
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['server/**/*.ts', 'tests/**/*.ts', '*.config.{js,ts}'],
    ignores: ['tests/client/**'],
    languageOptions: { globals: { ...globals.node } },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/security/request-header.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'h3',
          importNames: ['getRequestHeader', 'getRequestHeaders', 'getHeader', 'getHeaders'],
          message: 'A header can be of any length: use requestHeader() of server/security/request-header.ts.',
        },
      ],
    },
  },
  {
    // The seams that types cannot follow: both databases as one, an object made from its definitions, and what comes out of files and threads.
    files: [
      'server/platform/config.ts',
      'server/db/postgres-column-types.ts',
      'server/db/postgres.ts',
      'server/db/sqlite-connection.ts',
      'server/db/sqlite-thread.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
  },
  {
    // Signals such as the server's stop keep every listener that is not removed.
    files: ['server/**/*.ts'],
    ignores: ['server/async/abort.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_BARRELS,
        {
          selector: "MemberExpression[object.name='AbortSignal'][property.name='any']",
          message: 'Use abortWith() of server/async/abort.ts, and detach once the work has ended.',
        },
        {
          selector: "CallExpression[callee.property.name='addEventListener'] > Literal[value='abort']",
          message:
            'Use onAbort() of server/async/abort.ts, and call what it returns once the work has ended.',
        },
      ],
    },
  },
  {
    // How long a test waits stands in tests/support/limits.ts and nowhere else, and nothing waits for a fixed time.
    files: ['tests/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['waitFor', 'waitUntil'].map((property) => ({
          object: 'vi',
          property,
          message: 'Its limit is a second: use expect.poll, or eventually() of tests/support/eventually.ts.',
        })),
        {
          property: 'waitForTimeout',
          message: 'Wait for what has to happen: appears(), expect.poll.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        NO_BARRELS,
        {
          selector:
            "CallExpression[callee.property.name=/^(poll|waitFor|click|fill|check|goto)$/] > ObjectExpression.arguments > Property[key.name='timeout']",
          message: 'The limit of every wait stands in tests/support/limits.ts.',
        },
        {
          selector:
            'CallExpression[callee.name=/^(it|test|beforeAll|beforeEach|afterAll|afterEach)$/] > Literal:last-child.arguments[raw=/^\\d/]',
          message: 'The limit of every test and hook stands in tests/support/limits.ts.',
        },
      ],
    },
  },
  {
    files: ['tests/support/eventually.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': ['error', NO_BARRELS] },
  },
  {
    // Except where the time itself matters: how long trouble lasts, and when a server is killed.
    files: ['tests/**/*.test.ts'],
    ignores: ['tests/server/db/postgres-long-trouble.test.ts', 'tests/built/kills.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:timers/promises', 'timers/promises'].map((name) => ({
            name,
            importNames: ['setTimeout', 'default'],
            message: 'Wait for what has to happen: expect.poll, a gate of tests/support/gate.ts, a promise.',
          })),
        },
      ],
    },
  },
  {
    // Matchers such as expect.any() are of type any.
    files: ['tests/**/*.test.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: ['scripts/**', 'tests/support/strict.ts'],
    languageOptions: { globals: { ...globals.node } },
    rules: { 'no-console': 'off' },
  },
  {
    // A list of files, by their types.
    files: ['server/contract/words/messages.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    // The log of Cloudflare is the console.
    files: ['server/platform/worker.ts', 'server/start/worker.ts'],
    rules: { 'no-console': 'off' },
  },
)
