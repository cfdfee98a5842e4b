#!/usr/bin/env python3
"""Writes each whole pipeline of the action space as lists of the space's single passes.

usage: make.py AUTOTUNE > src/search/unfolded.txt
"""
import re
import subprocess
import sys

PIPELINES = ['default<Oz>', 'default<Os>', 'default<O1>', 'default<O2>', 'default<O3>',
             'thinlto-pre-link<Oz>', 'thinlto-pre-link<O2>', 'scc-oz-module-inliner'] + [
    f'function(function-simplification<{level}>)' for level in ('Oz', 'Os', 'O1', 'O2', 'O3')]
SIMPLIFYCFG = [  # what its options come nearest to, in this order
    ('switch-to-lookup', ('forward-switch-cond', 'switch-range-to-icmp', 'switch-to-lookup', 'no-keep-loops',
                          'hoist-common-insts', 'sink-common-insts')),
    ('hoist-common-insts', ('hoist-common-insts', 'sink-common-insts', 'no-keep-loops')),
    ('switch-range-to-icmp', ('switch-range-to-icmp',))]
ADAPTORS = {'function': 'function({})', 'loop': 'function(loop({}))', 'loop-mssa': 'function(loop-mssa({}))',
            'cgscc': 'cgscc({})', 'devirt': 'cgscc({})', '': '{}'}


def parse(text):
    """The passes of a pipeline with the innermost adaptor of each, and whether they are visited by SCC."""
    stack, name, depth = [''], '', 0
    for character in text + ',':
        depth += {'<': 1, '>': -1}.get(character, 0)
        if character == '(' and depth == 0:
            stack.append(name)
            name = ''
        elif character in ',)' and depth == 0:
            if name:
                yield re.sub('<.*', '', stack[-1]), name, any(s.startswith('cgscc') for s in stack)
            name = ''
            if character == ')':
                stack.pop()
        else:
            name += character


def action(adaptor, name, space):
    plain = re.sub('<.*', '', name)
    options = re.findall('<(.*)>', name)[0].split(';') if '<' in name else []
    if plain == 'simplifycfg':
        chosen = next((c for o, c in SIMPLIFYCFG if o in options), None)
        name = f'simplifycfg<{";".join(chosen)}>' if chosen else plain
    elif plain == 'instcombine':
        name = 'instcombine<no-verify-fixpoint>'
    elif plain == 'loop-rotate':
        name = 'loop-rotate<no-header-duplication>' if 'no-header-duplication' in options else plain
    elif plain == 'simple-loop-unswitch':
        name = 'simple-loop-unswitch<nontrivial;trivial>' if 'nontrivial' in options else plain
    elif plain == 'licm':
        name = 'licm' if 'allowspeculation' in options else 'licm<no-allowspeculation>'
    for candidate in (name, plain):
        for frame in (ADAPTORS[adaptor], 'function(loop-mssa({}))', 'function(loop({}))'):
            if frame.format(candidate) in space:
                return frame.format(candidate)
    return None


def main():
    tuner = sys.argv[1]
    left_out = set()
    space = set(subprocess.run([tuner, 'actions', 'full'], capture_output=True, text=True, check=True).stdout.split())
    print('# The whole pipelines of the space full as lists of its single passes: see src/search/unfolder.h.')
    print('# Made by experiments/unfolded/make.py from what opt-19 says that they are made of.')
    for pipeline in PIPELINES:
        text = subprocess.run(['opt-19', '-passes=' + pipeline, '-print-pipeline-passes', '-disable-output'],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout.strip()
        before, scc, after = [], [], []
        for adaptor, name, by_scc in parse(text):
            found = action(adaptor, name, space)
            if not found:
                left_out.add(name)
            elif by_scc:
                scc.append(found)
            else:
                (after if scc else before).append(found)
        if not scc:
            print(pipeline, ','.join(before), sep='\t')
            continue
        functions = [p for p in scc if p.startswith('function(')]
        others = [p for p in scc if p.startswith('cgscc(') and p != 'cgscc(inline)']
        for middle in ([*functions, 'scc-oz-module-inliner'], ['cgscc(inline)']):
            if pipeline not in middle:
                print(pipeline, ','.join(before + middle + others + functions + after), sep='\t')
    print('not in the space:', *sorted(left_out), file=sys.stderr)


main()
