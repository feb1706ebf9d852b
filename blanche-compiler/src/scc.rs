//! Strongly connected components of a graph: sets of nodes that depend on each other, directly or indirectly.

/// The strongly connected components of a graph that is given by the successors of each node. Every component comes
/// after the components to which its edges lead. CITE: Tarjan 1972, with an explicit stack, so that a long chain of
/// derivations causes no deep recursion.
pub(crate) fn strongly_connected_components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let count = successors.len();
    let (mut number, mut low, mut open) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
    let (mut waiting, mut sets, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..count {
        if number[root] != UNSEEN {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, taken)) = path.last_mut() {
            let node = *node;
            if number[node] == UNSEEN {
                (number[node], low[node], open[node]) = (next, next, true);
                next += 1;
                waiting.push(node);
            }
            if let Some(to) = successors[node].get(*taken).copied() {
                *taken += 1;
                if number[to] == UNSEEN {
                    path.push((to, 0));
                } else if open[to] {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == number[node] {
                let start = waiting.iter().rposition(|other| *other == node).unwrap_or(0);
                let set: Vec<usize> = waiting.drain(start..).collect();
                set.iter().for_each(|member| open[*member] = false);
                sets.push(set);
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::strongly_connected_components;

    #[test]
    fn components_come_after_the_components_that_they_lead_to() {
        let mut sets = strongly_connected_components(&[vec![1], vec![2, 3], vec![0], vec![4], vec![]]);
        sets.iter_mut().for_each(|set| set.sort());
        assert_eq!(sets, [vec![4], vec![3], vec![0, 1, 2]]);
    }
}
