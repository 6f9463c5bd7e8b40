// Runs a Dockerfile without Docker: each stage in a separate folder, with its copies and commands. It cannot test the base image,
// and replaces `npm ci` by links to this repository's packages unless NPM_INSTALL=1.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
  type Cmd,
  type Copy,
  DockerfileParser,
  type Env,
  type Healthcheck,
  type JSONInstruction,
} from 'dockerfile-ast';
import { ROOT } from '../cli/run-cli.ts';
import { linkProductionPackages } from './production-packages.ts';

/** What a container of the last stage would run. */
export interface Image {
  /** The folder that stands for the file system's root. */
  root: string;
  /** The working directory within `root`. */
  directory: string;
  environment: Record<string, string>;
  user: string | null;
  command: string[];
  healthCheck: string[];
  /** Every command that the build ran. */
  commands: string[];
}

interface Stage {
  root: string;
  directory: string;
}

/** Builds the last stage below `folder`. */
export function buildWithoutDocker(dockerfile: string, folder: string): Image {
  const stages = new Map<string, Stage>();
  const image: Image = {
    root: '',
    directory: '',
    environment: {},
    user: null,
    command: [],
    healthCheck: [],
    commands: [],
  };
  let stage: Stage = { root: '', directory: '' };
  const ignored = ignoreRules(`${dockerfile}.dockerignore`);
  for (const instruction of DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    switch (instruction.getKeyword()) {
      case 'FROM':
        stage = { root: join(folder, `stage-${stages.size}`), directory: '' };
        stages.set(words[2] ?? '', stage);
        mkdirSync(stage.root);
        Object.assign(image, { environment: {}, user: null });
        break;
      case 'WORKDIR':
        stage.directory = join(stage.root, words[0] ?? '');
        mkdirSync(stage.directory, { recursive: true });
        break;
      case 'COPY':
        copy(instruction as Copy, words, stage, stages, ignored);
        break;
      case 'RUN':
        image.commands.push(words.join(' '));
        runIn(stage.directory, words.join(' '));
        break;
      case 'ENV':
        for (const property of (instruction as Env).getProperties()) {
          image.environment[property.getName()] = property.getValue() ?? '';
        }
        break;
      case 'USER':
        image.user = words[0] ?? null;
        break;
      case 'HEALTHCHECK':
        image.healthCheck = jsonWords(
          (instruction as Healthcheck).getRawArgumentsContent()?.replace(/^.*?CMD /, '') ?? '',
        );
        break;
      case 'CMD':
        image.command = jsonWords((instruction as Cmd & JSONInstruction).getRawArgumentsContent() ?? '');
        break;
      case 'EXPOSE':
      case 'VOLUME':
        break;
      default:
        assert.fail(`${instruction.getKeyword()} is not known here`);
    }
  }
  return { ...image, root: stage.root, directory: stage.directory };
}

const jsonWords = (text: string): string[] => JSON.parse(text);

/** Names and patterns of the ignore file that this repository uses: plain paths, a folder anywhere, and an ending anywhere. */
function ignoreRules(file: string): (path: string) => boolean {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return (path) =>
    rules.some((rule) => {
      const name = rule.replace(/^\*\*\//, '');
      if (name.startsWith('*')) return path.endsWith(name.slice(1));
      return rule === name ? path === name : basename(path) === name;
    });
}

function copy(
  instruction: Copy,
  words: string[],
  stage: Stage,
  stages: Map<string, Stage>,
  ignored: (path: string) => boolean,
): void {
  const from = instruction
    .getFlags()
    .find((flag) => flag.getName() === 'from')
    ?.getValue();
  const source = from === null || from === undefined ? null : stages.get(from);
  assert.notEqual(source, undefined, `no stage ${from}`);
  const base = source === null || source === undefined ? ROOT : source.root;
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop() as string;
  const into = target.startsWith('/') ? join(stage.root, target) : join(stage.directory, target);
  for (const path of paths) {
    const full = join(base, path);
    // Docker copies the contents of a folder, and copies a file into a target that ends with a slash.
    const toFolder = target.endsWith('/') && !statSync(full).isDirectory();
    cpSync(full, toFolder ? join(into, basename(path)) : into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => base !== ROOT || !ignored(relative(ROOT, file)),
    });
  }
}

function runIn(directory: string, command: string): void {
  if (/^npm ci\b/.test(command) && process.env.NPM_INSTALL !== '1') {
    if (command.includes('--omit=dev')) linkProductionPackages(directory);
    else symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    return;
  }
  execFileSync('sh', ['-c', command], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
}
