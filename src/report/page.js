'use strict';
(() => {
  const studies = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  // Okabe and Ito's colours, which colour-blind readers can tell apart.
  const palette = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c8c8c'];
  const color = (i) => palette[i % palette.length];
  const percent = (value) => `${value.toFixed(1)}%`;
  const seconds = (value) => `${Number(value.toPrecision(3))} s`;
  const shortened = (text, length) =>
    text.length > length ? `${text.slice(0, length - 1)}…` : text;

  // `gvn` of `function(gvn)`.
  const bare = (pass) => pass.replace(/^(?:[\w-]+\()+([^()]*)\)+$/, '$1');

  const axis = (text, more = {}) => ({title: {display: true, text}, ...more});
  // Names of rows, as long as the page has room for.
  const names = (all) => ({
    ticks: {
      autoSkip: false,
      callback: (_, i) => shortened(all[i], innerWidth < 600 ? 20 : 60),
    },
    grid: {display: false},
  });

  const anytime = ({moments, start, methods}) => ({
    type: 'line',
    data: {
      labels: moments,
      datasets: methods.flatMap(({name, index, low, median, high}) => {
        const line = {pointRadius: 0, borderColor: color(index), backgroundColor: color(index)};
        const edge = {...line, borderWidth: 0, backgroundColor: `${color(index)}33`};
        return [
          {...line, label: name, data: median, borderWidth: 2,
            borderDash: index < palette.length ? [] : [6, 3]},
          {...edge, label: name, edge: true, data: low, fill: '+1'},
          {...edge, label: name, edge: true, data: high},
        ];
      }),
    },
    options: {
      interaction: {mode: 'index', intersect: false},
      scales: {
        x: axis('seconds', {type: 'logarithmic', min: moments[0], max: moments.at(-1),
          ticks: {maxRotation: 0, callback: (value) => {
            const text = String(Number(value.toPrecision(3)));
            return /^[125]0*$|^0\.0*[125]$/.test(text) ? text : null;
          }}}),
        y: axis('Oz / best', {min: start}),
      },
      plugins: {
        legend: {
          labels: {filter: (item, {datasets}) => !datasets[item.datasetIndex].edge},
          onClick: (_, {datasetIndex}, {chart}) => {
            const visible = !chart.isDatasetVisible(datasetIndex);
            for (let i = 0; i < 3; ++i) chart.setDatasetVisibility(datasetIndex + i, visible);
            chart.update();
          },
        },
        tooltip: {
          filter: ({dataset}) => !dataset.edge,
          callbacks: {
            title: ([item]) => item ? seconds(item.parsed.x) : '',
            label: ({dataset, parsed}) => `${dataset.label}: ${parsed.y.toFixed(4)}`,
          },
        },
      },
    },
  });

  const programs = ({programs, methods}) => ({
    type: 'bar',
    data: {
      labels: programs,
      datasets: methods.map(({name, index, saved}) =>
        ({label: name, data: saved, backgroundColor: color(index)})),
    },
    options: {
      indexAxis: 'y',
      scales: {x: axis('saved against -Oz, %'), y: names(programs)},
      plugins: {tooltip: {callbacks: {
        label: ({dataset, parsed}) => `${dataset.label}: ${percent(parsed.x)}`}}},
    },
  });

  const sizes = (sets, line = {}) => ({
    type: 'scatter',
    data: {
      datasets: sets.map(({name, index, points}) => ({
        ...line,
        label: name,
        borderColor: color(index),
        data: points.map(([program, x, y]) => ({program, x, y})),
        backgroundColor: `${color(index)}b0`,
        pointStyle: ['circle', 'rect', 'triangle', 'rectRot'][index % 4],
        radius: 5,
      })),
    },
    options: {
      scales: {x: axis('instructions saved, %'), y: axis('object size saved, %')},
      plugins: {tooltip: {callbacks: {label: ({dataset, raw}) =>
        `${[raw.program, dataset.label].filter(Boolean).join(', ')}: ` +
        `${percent(raw.x)}, ${percent(raw.y)}`}}},
    },
  });

  const fronts = (programs) => sizes(programs, {showLine: true, borderWidth: 1});

  const passes = ({names: all, percent: shares}) => ({
    type: 'bar',
    data: {labels: all, datasets: [{data: shares, backgroundColor: color(0)}]},
    options: {
      indexAxis: 'y',
      scales: {x: axis('of the lists, %', {min: 0}), y: names(all.map(bare))},
      plugins: {legend: {display: false},
        tooltip: {callbacks: {label: ({parsed}) => percent(parsed.x)}}},
    },
  });

  const builders = {anytime, programs, sizes, fronts, passes};
  let charts = [];
  const draw = () => {
    for (const chart of charts) chart.destroy();
    const style = getComputedStyle(document.documentElement);
    Chart.defaults.color = style.getPropertyValue('--text').trim();
    Chart.defaults.borderColor = style.getPropertyValue('--line').trim();
    Chart.defaults.font.family = 'system-ui, sans-serif';
    Chart.defaults.animation = false;
    Chart.defaults.maintainAspectRatio = false;
    charts = [...document.querySelectorAll('canvas')].map((canvas) => {
      const {study, chart} = canvas.dataset;
      return new Chart(canvas, builders[chart](studies[study][chart]));
    });
  };
  draw();
  dark.addEventListener('change', draw);
})();
